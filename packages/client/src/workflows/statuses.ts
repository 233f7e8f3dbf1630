/** Final status of a failed deposit or miner fee, according to public deployments. */
export const failedStatus = 2
