import type fc from "fast-check";
import type { ImportSource } from "../../src/sources/import-source.ts";
import type { RandomFile } from "./hold-files.ts";
import { AGENDA_FILE } from "./random-agenda.ts";
import { AIRFLOW_FILE } from "./random-airflow.ts";
import { BULLMQ_FILE } from "./random-bullmq.ts";
import { DOLPHIN_FILE } from "./random-dolphin.ts";
import { POWERJOB_FILE } from "./random-powerjob.ts";
import { XXL_FILE } from "./random-xxl.ts";

/** Files of each source that a grammar makes, with what they mean. */
export const RANDOM_FILES: readonly (readonly [ImportSource, fc.Arbitrary<RandomFile>])[] = [
  ["xxl", XXL_FILE],
  ["agenda", AGENDA_FILE],
  ["bullmq", BULLMQ_FILE],
  ["powerJob", POWERJOB_FILE],
  ["dolphinScheduler", DOLPHIN_FILE],
  ["airflow", AIRFLOW_FILE],
];
