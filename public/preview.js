// A link to a draft has its token behind the #, which browsers send to no server.
var entrance = document.getElementById('preview-entrance')
var token = location.hash.slice(1)
if (entrance && token) {
  history.replaceState(null, '', location.pathname)
  entrance.elements.token.value = token
  entrance.submit()
}
