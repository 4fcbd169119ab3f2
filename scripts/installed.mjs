// Runs before the command-line tools. They use the packages that `npm start` installed, and never install any, because
// a running server may be using them.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error('Nothing is installed here yet. Run npm start once, then the same command again.')
  process.exit(1)
}
