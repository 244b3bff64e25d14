// Uses @Workflow of '@foliot/core/workflow'.
process.exit(1)
