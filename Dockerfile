# The first stage has pip and builds the project's own wheel; the result has Python and what was installed, no more.
FROM debian:trixie-slim AS build
# Debian's security updates come as new versions: pinned ones would soon not be there any more.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends binutils ca-certificates python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY pyproject.toml requirements.lock README.md LICENSE ./
COPY bot bot
COPY mechanics mechanics
COPY storage storage
# Only wheels: nothing is compiled, on amd64 and arm64 alike. What they carry for debuggers is a quarter of their size.
RUN python3 -m venv /opt/mojo-table \
    && /opt/mojo-table/bin/pip install --no-cache-dir --only-binary :all: -c requirements.lock '.[postgres]' \
    && /opt/mojo-table/bin/pip uninstall -y pip \
    && find /opt/mojo-table -name '*.cpython-*.so' -exec strip --strip-debug {} +

FROM debian:trixie-slim
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-log-init --no-create-home --home-dir /data --shell /usr/sbin/nologin mojo \
    && install --directory --owner mojo --group mojo /data
COPY --from=build /opt/mojo-table /opt/mojo-table
ENV PATH=/opt/mojo-table/bin:$PATH DATA_DIR=/data PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /data
VOLUME /data
# The bot touches this file twice a minute while it is at work and its database answers.
HEALTHCHECK --interval=60s --timeout=5s --start-period=90s --retries=2 \
    CMD ["/bin/sh", "-c", "test -n \"$(find \"$DATA_DIR/alive\" -mmin -2)\""]
ENTRYPOINT ["mojo-table"]
CMD ["run"]
