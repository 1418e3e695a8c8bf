FROM rust:1.95.0-slim-bookworm@sha256:d7482085ff5b415f84dba5647ae71606650bdef00db7aeb69f4b3d170c3e4082 AS build
WORKDIR /src
# The dependencies are built in a layer of their own, with empty sources. The layer is reused until one of these
# files changes.
COPY Cargo.toml Cargo.lock ./
COPY benches benches
COPY crates/sandbox/Cargo.toml crates/sandbox/
RUN mkdir -p src/matching/lexicon crates/sandbox/src \
    && touch src/lib.rs crates/sandbox/src/lib.rs \
    && echo 'fn main() {}' > src/main.rs \
    && cp src/main.rs src/matching/lexicon/build.rs \
    && cargo build --locked --profile dist --bin passerelle
COPY config config
COPY crates crates
COPY src src
# Cargo compares dates, and the copied sources may be older than the empty ones that they replace.
RUN touch src/lib.rs src/main.rs src/matching/lexicon/build.rs crates/sandbox/src/lib.rs \
    && cargo build --locked --profile dist --bin passerelle

# The C library, the CA certificates, no shell.
FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
LABEL org.opencontainers.image.title="Passerelle" \
    org.opencontainers.image.description="A bridge between conversational assistants and a GitLab-compatible host" \
    org.opencontainers.image.licenses="MIT"
COPY --from=build /src/target/dist/passerelle /usr/local/bin/passerelle
# By number, so that Kubernetes can see that it is not root.
USER 65532:65532
# It listens on all addresses, so serve needs PASSERELLE__SERVER__AUTH_TOKENS_FILE (or PASSERELLE__SERVER__OPEN=true).
ENV PASSERELLE__SERVER__HOST=0.0.0.0
# One heap for all threads: a fifth less memory at the peak (docs/performance.md).
ENV MALLOC_ARENA_MAX=1
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=5s CMD ["passerelle", "healthcheck"]
ENTRYPOINT ["passerelle"]
CMD ["serve"]
