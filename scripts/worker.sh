#!/bin/sh
# Starts the worker. Used by npm, docker-compose.yml, `npm start`, the tests and the benchmarks. It may use 200 MB.
# Arguments: more Node options, and the bundle's path if it isn't dist/worker/main.js.
# If an option is given twice, the last one applies.
[ $# -gt 0 ] || set -- dist/worker/main.js
export NODE_ENV="${NODE_ENV:-production}"
# DEP0169: packages call `url.parse()`. The heap ends at 96 MB: it needs 25, and V8 would let it grow to hundreds. New
# objects take at most 48 MB (three spaces). V8 counts them too: with 96 MB of them, it would collect garbage all the time.
exec node --disable-warning=DEP0169 --max-old-space-size=96 --max-semi-space-size=16 "$@"
