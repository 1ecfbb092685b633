const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** Whether only programs of the same machine can reach the address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}
