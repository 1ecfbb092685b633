/**
 * The variables that Kubernetes gives each pod of a namespace that has a Service whose name begins with `mojob`, unless
 * `enableServiceLinks` is false (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables): the Service's
 * address, which configures nothing here.
 */
const LINKS: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^MOJOB_(?:[A-Z0-9_]+_)?SERVICE_HOST$/, /^[0-9a-fA-F.:]+$/],
  [/^MOJOB_(?:[A-Z0-9_]+_)?SERVICE_PORT(?:_[A-Z0-9_]+)?$/, /^\d+$/],
  [/^MOJOB_(?:[A-Z0-9_]+_)?PORT(?:_\d+_(?:TCP|UDP|SCTP))?$/, /^(?:tcp|udp|sctp):\/\//],
  [/^MOJOB_(?:[A-Z0-9_]+_)?PORT_\d+_(?:TCP|UDP|SCTP)_(?:PROTO|PORT|ADDR)$/, /^[0-9a-zA-Z.:]+$/],
];

/** Whether a variable is such a link, by its name and its value. */
export function isServiceLink(variable: string, value: string): boolean {
  return LINKS.some(([name, text]) => name.test(variable) && text.test(value));
}
