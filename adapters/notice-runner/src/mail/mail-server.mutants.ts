/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "notices: mails go over the network in plain text",
    text: "requireTLS: !secure && !isLoopback(host)",
    instead: 'requireTLS: !secure && host === ""',
    test: "adapters/notice-runner/src/mail/mail-server.test.ts",
    testName: "wants TLS beyond this machine",
  },
] as const;
