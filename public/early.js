/*
 * Runs before the first paint: it is asked for before the stylesheet, for which the paint waits, and is a tenth of its
 * size. Keeps the taps and submits that come before the page is alive, and fetches what brings it alive right after
 * that paint: the scripts named by this element's data-scripts, of which the first is run. If these do not arrive, it
 * shows the page's own words about that.
 *
 * Written for browsers of any age: the page tells those that are too old for its styles, and stays as it is there.
 */
;(function () {
  var page = document.documentElement
  if (!window.CSSLayerBlockRule) {
    page.className += ' too-old'
    return
  }

  var script = document.currentScript
  var path = location.pathname
  var kept = new Set()
  var isFailing = false
  function keep(event) {
    var element = event.type === 'submit' ? event.target : event.target.closest('button:not([type=submit])')
    // The server handles some forms by itself.
    if (!element || (isFailing && element.method === 'post')) return
    // Parts of the page may listen already: nothing is done twice.
    event.preventDefault()
    event.stopPropagation()
    kept.add(element)
    // Somebody who waits for an answer is told sooner.
    setTimeout(fail, 4000)
  }
  function fail() {
    if ('alive' in page.dataset) return
    isFailing = true
    page.dataset.late = ''
    kept.forEach(function (element) {
      // Another page would ask for the same scripts anew, so some forms wait. The next press sends them.
      if (element.method === 'post' && !('waits' in element.dataset)) element.submit()
    })
  }
  // Going back within a document changes only its address. Before the page is alive, only a load shows the other page.
  function goBack() {
    if (!('alive' in page.dataset) && location.pathname !== path) location.reload()
  }
  function restore() {
    var state = Object.assign({}, history.state)
    var typed = state.typed
    if (!typed) return
    delete state.typed
    history.replaceState(state, '')
    typed.forEach(function (one) {
      document.getElementsByName(one[0]).forEach(function (field) {
        field.value = one[1]
      })
    })
  }
  function tryAgain(event) {
    if (!event.target.closest('.late a')) return
    event.preventDefault()
    page.dataset.late = 'trying'
    // Without a connection, the browser would show a page of its own in place of this one.
    fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
      function () {
        var typed = []
        document.querySelectorAll('#root [name]').forEach(function (field) {
          if (field.value) typed.push([field.name, field.value])
        })
        // Not every browser keeps what was typed.
        history.replaceState(Object.assign({}, history.state, { typed: typed }), '')
        location.reload()
      },
      function () {
        page.dataset.late = 'offline'
      },
    )
  }
  addEventListener('click', keep, true)
  addEventListener('submit', keep, true)
  addEventListener('click', tryAgain)
  addEventListener('popstate', goBack)
  addEventListener('DOMContentLoaded', restore)
  if (document.readyState !== 'loading') restore()
  window.early = {
    fail: fail,
    // Called once the page listens for itself.
    replay: function () {
      removeEventListener('click', keep, true)
      removeEventListener('submit', keep, true)
      kept.forEach(function (element) {
        if (element.method) element = element.querySelector('[type=submit]')
        element.click()
      })
      kept.clear()
    },
  }

  try {
    // Somebody joined in this browser: the landing page reserves space for the link to their place.
    if (localStorage.placeToken) page.dataset.joined = ''
    // Somebody left the questions: it reserves space for the link back to them.
    if (sessionStorage.formDraft) page.dataset.begun = ''
    // oxlint-disable-next-line no-unused-vars -- ES5 requires a name
  } catch (error) {
    // The browser refuses to open its storage.
  }

  var isLoading = false
  function load() {
    if (isLoading) return
    isLoading = true
    var files = script.dataset.scripts.split(' ')
    for (var index = files.length - 1; index > 0; index--)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: files[index] }))
    document.head.append(
      Object.assign(document.createElement('script'), { type: 'module', src: files[0], onerror: fail }),
    )
  }
  // A hidden page is not painted, and some browsers do not report when they paint.
  if (document.hidden || !(PerformanceObserver.supportedEntryTypes || []).includes('paint')) load()
  else new PerformanceObserver(load).observe({ type: 'paint', buffered: true })
  setTimeout(load, 3000)
})()
