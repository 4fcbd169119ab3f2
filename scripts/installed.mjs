// Runs before the command-line tools. They use what `npm start` has installed, and do not install anything themselves:
// a server may be running from it.
if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error('Nothing is installed here yet. Run npm start once, then the same command again.')
  process.exit(1)
}
