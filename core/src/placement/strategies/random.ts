import { shareOf } from "../../base/fingerprint.ts";
import { choose, type Strategy } from "./strategy.ts";

/** By chance, which the run's id decides. */
export const random: Strategy = ({ candidates, runId }) =>
  choose(candidates[Math.floor(shareOf(runId) * candidates.length)] ?? candidates[0]);
