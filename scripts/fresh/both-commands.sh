#!/usr/bin/env bash
# Runs the README's two commands in this checkout: `npm start` until it can serve, twice, then `npm test`.
# Usage: scripts/fresh/both-commands.sh [start] [test]
set -euo pipefail
cd "$(dirname "$0")/../.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

start() {
  local began=$SECONDS port process
  port=$(node -e "const server = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(server.address().port); server.close() })")
  PORT=$port LOG_LEVEL=warn npm start >"$log" 2>&1 &
  process=$!
  until node -e "fetch('http://127.0.0.1:$port/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; do
    if ! kill -0 $process 2>/dev/null || ((SECONDS - began > 600)); then
      kill $process 2>/dev/null || true
      cat "$log"
      echo 'npm start FAILED'
      exit 1
    fi
    sleep 1
  done
  echo "npm start: ready after $((SECONDS - began)) s"
  kill -TERM $process
  wait $process || true
}

for command in "${@:-start test}"; do
  for one in $command; do
    case $one in
      start) start; start ;;
      test) npm test ;;
    esac
  done
done
