# The explorer, `grundy serve`, as a user without rights; docs/explorer.md says how to run it.
FROM python:3.13-slim AS made
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src src
ENV UV_PROJECT_ENVIRONMENT=/opt/grundy UV_LINK_MODE=copy
# The versions are those that pyproject.toml lists, which are tested.
RUN pip install --no-cache-dir uv==0.13.9 && \
    uv sync --no-cache --no-default-groups --no-editable --compile-bytecode --extra web --extra fast

FROM python:3.13-slim
COPY --from=made /opt/grundy /opt/grundy
RUN useradd --system --no-create-home grundy && install -d -o grundy /var/cache/grundy
USER grundy
ENV PATH=/opt/grundy/bin:$PATH XDG_CACHE_HOME=/var/cache/grundy
# Compiled here, the kernels need not be compiled in each container.
RUN grundy period kayles && grundy values officers --stop 1e5 --hash && grundy solve wythoff 8,12
# The only place that is written to beside /tmp: the root may be read-only.
VOLUME /var/cache/grundy
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/api/openapi.json', timeout=4)"]
ENTRYPOINT ["grundy", "serve", "--no-browser", "--host", "0.0.0.0", "--port", "8000", "--allow-host", "localhost"]
