const LONGEST_ADDRESS = 255;
/** An IPv6 host that was written without brackets, as Java executors do. */
const BARE_IPV6 = /^(https?:\/\/)([0-9a-f]*:[0-9a-f:.]*:[0-9a-f:.]*):(\d{1,5})(\/.*)?$/i;
/** Where machines ask the cloud about themselves, and get its secrets. */
const LINK_LOCAL = /^(169\.254\.|\[fe[89ab]|\[::ffff:a9fe:)/i;

/** An executor's base address in one notation, with a slash at its end; `null` for what is no address over HTTP. */
export function executorAddress(text: string): string | null {
  const bracketed = text.trim().replace(BARE_IPV6, "$1[$2]:$3$4");
  const url = text.length > LONGEST_ADDRESS ? null : URL.parse(bracketed);
  if (
    url === null ||
    !["http:", "https:"].includes(url.protocol) ||
    url.username !== "" ||
    url.password !== ""
  )
    return null;
  return `${url.origin}${url.pathname.replace(/\/*$/, "/")}`;
}

/** Whether an address is one that no executor has: of the link alone, such as that of a cloud's metadata service. */
export function isLinkLocal(address: string): boolean {
  return LINK_LOCAL.test(URL.parse(address)?.hostname ?? "");
}
