/**
 * fast-check with a fixed seed: two runs of the same tests try the same cases. FUZZ_SEED (an integer) chooses other
 * cases, to look for what nobody knows yet.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env["FUZZ_SEED"] ?? 1) });

export default fc;
