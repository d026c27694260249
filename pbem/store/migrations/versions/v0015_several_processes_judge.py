"""Several processes judge"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "clearance",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clearance")),
    )
    op.create_table(
        "routing",
        sa.Column("unit", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["inbound_mail.id"],
            name=op.f("fk_routing_message_id_inbound_mail"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("unit", "message_id", name=op.f("pk_routing")),
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("routing")
    op.drop_table("clearance")
