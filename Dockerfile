# One image for two processes: the server (the default) and the worker (docker-compose.yml sets its command), and for the
# commands in dist/commands. It contains neither sources nor npm, and no sandbox (.dockerignore). `test/processes/image`
# runs these steps without Docker.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
# The image has its own Node; the packaged one is for machines with an older version. TypeScript is there only for the
# types of tRPC.
RUN npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin node_modules/typescript node_modules/@typescript \
 && find node_modules/@fontsource/noto-* -type f -path '*/files/*' ! -name '*-[47]00-normal.woff' -delete \
 && find node_modules -type f \( -name '*.map' -o -name '*.md' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:24.21.0-bookworm-slim
# fonts for text in SVG logos
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core \
 && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack
ENV NODE_ENV=production
# also with demo data in the database: a container is only reachable from outside it
ENV HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/scripts/server.sh /app/scripts/worker.sh ./scripts/
USER node
EXPOSE 3000
CMD ["sh", "scripts/server.sh"]
