FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --include=optional --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --ignore-scripts --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*
# Links PostgreSQL's libraries, which the user of the image could not.
RUN node --eval "import('./src/server/db/embedded/account.ts').then(({ findBinaries }) => findBinaries())"

FROM node:24.21.0-trixie-slim
LABEL org.opencontainers.image.title="Firstchair" org.opencontainers.image.description="A pre-launch waitlist with a questionnaire, referral sharing and an owner's dashboard" org.opencontainers.image.licenses="MIT"
WORKDIR /app
COPY --from=build /app/package.json /app/CHANGELOG.md ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src ./src
# PostgreSQL refuses to run as root. A number, so that Kubernetes can tell that this is not root.
RUN install -d -o 1000 -g 1000 -m 700 /data
USER 1000:1000
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Whether the process answers. A restart would not bring back a database that is away.
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/main.ts"]
