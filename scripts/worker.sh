#!/bin/sh
# Starts the worker; npm, docker-compose.yml, `npm start`, the tests and the benchmarks use this file.
# Arguments: more Node options (the last of two wins), and the bundle if it isn't dist/worker/main.js.
# The options are explained in docs/operations.md.
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=30000
[ $# -gt 0 ] || set -- dist/worker/main.js
exec node --disable-warning=DEP0169 --no-sparkplug --no-maglev --optimize-for-size --max-semi-space-size=2 \
  --max-old-space-size=96 "$@"
