/** Status of a deposit or a miner fee that failed, as public deployments document it. It is final. */
export const failedStatus = 2
