FROM rust:1-slim-bookworm AS build
WORKDIR /src
COPY . .
# Both caches outlive the layer, so that a change of the sources does not build the dependencies again. What lies in a
# cache is not part of the image: the binary is copied out in the same step.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --locked --release --bin passerelle \
    && cp target/release/passerelle /usr/local/bin/passerelle

# The C library, the CA certificates, no shell.
FROM gcr.io/distroless/cc-debian12
COPY --from=build /usr/local/bin/passerelle /usr/local/bin/passerelle
# By number, so that Kubernetes can tell it is not root.
USER 65532:65532
# All addresses, so serve asks for PASSERELLE__SERVER__AUTH_TOKENS (or _FILE, or PASSERELLE__SERVER__OPEN=true).
ENV PASSERELLE__SERVER__HOST=0.0.0.0
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["passerelle", "healthcheck"]
ENTRYPOINT ["passerelle"]
CMD ["serve"]
