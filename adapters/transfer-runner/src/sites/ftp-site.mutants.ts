/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "transfers: a server has connections for data made to another address",
    text: "{ maxListingBytes: MOST_LISTED_BYTES }",
    instead: "{ maxListingBytes: MOST_LISTED_BYTES, allowSeparateTransferHost: true }",
    test: "adapters/transfer-runner/src/hostile-ftp.test.ts",
    testName: "gets no connection for data to another address",
  },
] as const;
