import type { SealedText } from "../base/sealing/key-ring.ts";
import { copyJson, type JsonValue } from "../base/json.ts";

/** A secret as the state store keeps it; times are ISO 8601. */
export interface SecretRecord {
  /** Counts its values from 1. */
  readonly version: number;
  readonly sealed: SealedText;
  readonly createdAt: string;
  readonly createdBy: string | null;
  /** When its value was given. */
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

/** The context that a value is sealed for: it opens for this secret and version alone, so that nobody can swap stored values. */
export function sealingContext(tenant: string, app: string, name: string, version: number): string {
  return JSON.stringify(["mojob-secret", tenant, app, name, version]);
}

export function recordToJson(record: SecretRecord): JsonValue {
  return copyJson(record);
}

/** Only this program writes under the keys of secrets. */
export function recordFromJson(value: JsonValue): SecretRecord {
  return value as unknown as SecretRecord;
}
