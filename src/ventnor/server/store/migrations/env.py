"""Configure alembic to run the steps on the given connection."""

from alembic import context

from ventnor.server.store.relations import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
