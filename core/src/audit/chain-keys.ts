import { tenantKeyPrefix } from "../model/name/state-key.ts";

/** Since when every act of a tenant has a link. */
export function chainsBegunKey(tenant: string): string {
  return `${tenantKeyPrefix(tenant)}audit/begun`;
}

/** Begins the ends of the chains of a tenant's acts; the writer follows. */
export function chainHeadPrefix(tenant: string): string {
  return `${tenantKeyPrefix(tenant)}audit/head/`;
}

/** Begins the places up to which acts of the chains were removed because of their age; the writer follows. */
export function chainCutPrefix(tenant: string): string {
  return `${tenantKeyPrefix(tenant)}audit/cut/`;
}

/** All chains of a tenant that were begun and are not forgotten, each with a place that it has reached. */
export function chainRollKey(tenant: string): string {
  return `${tenantKeyPrefix(tenant)}audit/roll`;
}
