#!/bin/sh
# Starts the server. Used by npm, the image and docker-compose.yml. docs/operations.md explains the options.
export MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=30000
exec node --max-semi-space-size=8 --heap-growing-percent=20 dist/server/main.js
