/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "addresses: IPv4 within IPv6 is public",
    text: "return isOwn ? address : new ipaddr.IPv4(within);",
    instead: "return address;",
    test: "adapters/http-runner/src/client/address-guard.test.ts",
    testName: "says of ::7f00:1",
  },
  {
    name: "the address guard: an IPv4 address within IPv6 is judged as IPv6",
    text: "const address = ipaddr.process(text);",
    instead: "const address = ipaddr.parse(text);",
    test: "adapters/http-runner/src/client/address-guard.test.ts",
    testName: "says of ::ffff:10.1.200.3",
  },
  {
    name: "the address guard: a metadata service may be connected to",
    text: 'address.range() === "unicast"',
    instead: 'address.range() !== "loopback"',
    test: "adapters/http-runner/src/client/address-guard.test.ts",
    testName: "says of 169.254.169.254",
  },
] as const;
