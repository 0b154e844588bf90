#!/bin/sh
# Starts the server. Used by npm, the image and docker-compose.yml. It may use 400 MB.
# Arguments: more Node options, and the bundle's path if it isn't dist/server/main.js.
[ $# -gt 0 ] || set -- dist/server/main.js
export NODE_ENV="${NODE_ENV:-production}"
# One pool for all threads: glibc would keep freed memory in a pool for each.
export MALLOC_ARENA_MAX=1
# New objects take at most 24 MB (three spaces), not 48, so that a flood of requests fills less memory.
exec node --max-semi-space-size=8 "$@"
