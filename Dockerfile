# A PostgreSQL server with the extension hbase_schema, and the client pg2hbase.
# doc/install.md describes its use.
#
#   docker build -t hbase_schema .
#   docker run -d --name hbase -e POSTGRES_PASSWORD=secret -p 5432:5432 hbase_schema
#
# The release of Debian decides about the major version of PostgreSQL: trixie has 17,
# bookworm has 15 (--build-arg DEBIAN=bookworm).
ARG DEBIAN=trixie

# ---- build the packages of debian/ --------------------------------------------
FROM debian:${DEBIAN}-slim AS build
ENV DEBIAN_FRONTEND=noninteractive DEB_BUILD_OPTIONS=noautodbgsym
WORKDIR /build/hbase_schema

COPY debian debian
RUN apt-get update && apt-get build-dep -y --no-install-recommends ./

COPY . .
RUN pg_buildext updatecontrol && dpkg-buildpackage -us -uc -b

# ---- the server, without compilers ----------------------------------------------
FROM debian:${DEBIAN}-slim
COPY --from=build /build/*.deb /tmp/packages/

# The ids of the user are those of the official image, for volumes. No cluster is made
# here: the entry point makes it in the volume.
RUN groupadd -r -g 999 postgres \
	&& useradd -r -u 999 -g postgres -d /var/lib/postgresql -s /bin/bash postgres \
	&& mkdir -p /etc/postgresql-common/createcluster.d \
	&& echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/container.conf \
	&& apt-get update \
	&& DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /tmp/packages/*.deb \
	&& rm -rf /tmp/packages /var/lib/apt/lists/* \
	&& install -d -o postgres -g postgres /var/lib/postgresql /srv/out
COPY docker/entrypoint /usr/local/bin/

ENV LANG=C.UTF-8 PGDATA=/var/lib/postgresql/data
VOLUME /var/lib/postgresql /srv/out
EXPOSE 5432
ENTRYPOINT ["entrypoint"]
CMD ["postgres"]
