#!/bin/sh
# Starts the worker. Used by npm, docker-compose.yml, `npm start`, the tests and the benchmarks.
# Arguments: more Node options, and the bundle's path if it isn't dist/worker/main.js.
# If an option is given twice, the last one applies. docs/operations.md explains the options.
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=30000
[ $# -gt 0 ] || set -- dist/worker/main.js
exec node --disable-warning=DEP0169 --no-sparkplug --no-maglev --optimize-for-size --max-semi-space-size=2 \
  --max-old-space-size=96 "$@"
