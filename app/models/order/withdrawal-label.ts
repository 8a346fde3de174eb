/** The words that Article 11a of Directive 2011/83/EU gives for the way in. */
export const WITHDRAWAL_LABEL = "Withdraw from contract here";
