import { type MethodRules, methodRulesOf } from "@mojob/core/engine";
import { FEATURES } from "./features.ts";

/** What every method of a scheduler with all features needs: gate, routes and documentation follow from it. */
export const METHOD_RULES: MethodRules = methodRulesOf(FEATURES);
