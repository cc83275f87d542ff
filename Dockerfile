# Packs the project, and installs nothing but the package.
FROM node:24.19.0-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts && npm pack --pack-destination /tmp

FROM node:24.19.0-bookworm-slim
COPY --from=build /tmp/payproof-*.tgz /tmp/
RUN npm install --global --ignore-scripts --no-audit --no-fund /tmp/payproof-*.tgz \
    && npm cache clean --force \
    && rm /tmp/payproof-*.tgz \
    && mkdir /runs /checks \
    && chown node:node /runs \
    && ln -s /runs /checks/runs
# What is written goes to the volume, so that the rest may be read-only.
ENV PAYPROOF_CACHE=/runs/.cache
USER node
VOLUME ["/runs"]
# Where targets.yaml and regressions/ are mounted.
WORKDIR /checks
ENTRYPOINT ["payproof"]
CMD ["--help"]
