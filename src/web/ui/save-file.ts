export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser needs the URL only until it has handled the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
