#!/bin/sh
# Starts the server; npm, the image and docker-compose.yml use this file. The options are explained in docs/operations.md.
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=30000
exec node --max-semi-space-size=4 --heap-growing-percent=20 dist/server/main.js
