# One image for two processes: the server (the default) and the worker (docker-compose.yml sets its command).
# The image doesn't contain the sandbox (.dockerignore).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-audit --no-fund
COPY . .
# the image has its own Node; the packaged one is for machines with an older version
RUN npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node \
 && find node_modules/@fontsource/noto-* -type f -path '*/files/*' ! -name '*-[47]00-normal.woff' -delete

FROM node:24.21.0-bookworm-slim
# for text in SVG logos
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
# also with demo data in the database: a container is only reachable from outside it
ENV HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/src ./src
USER node
EXPOSE 3000
CMD ["sh", "scripts/server.sh"]
