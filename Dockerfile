# The service without what built it. No shell is needed to run it, and nothing of it is writable but /data.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY console/package.json ./console/
COPY explorer/package.json ./explorer/
RUN npm ci
COPY tsconfig.json ormconfig.ts ./
COPY scripts/compile.mjs scripts/bundle.mjs scripts/built-page.mjs ./scripts/
COPY src ./src
COPY docs/connect-an-app.md ./docs/
COPY docs/apps ./docs/apps
COPY console ./console
COPY explorer ./explorer
COPY page-proofs ./page-proofs
RUN npm run build && npm prune --omit=dev --workspaces=false

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/console/dist ./console/dist
COPY --from=build /app/explorer/dist ./explorer/dist
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=16", "dist/src/main.js"]
