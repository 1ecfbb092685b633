import { type MethodRules, methodRulesOf } from "@mojob/core/engine";
import { FEATURES } from "./features.ts";

/** The permissions for every method of a scheduler with all features: gate, routes and documentation follow from them. */
export const METHOD_RULES: MethodRules = methodRulesOf(FEATURES);
