export const TRANSFER_FORM_EN = {
  connection: "Server",
  connectionHint: "A connection of the app's workers (MOJOB_TRANSFER_JOBS)",
  chooseConnection: "Server",
  operation: {
    download: "Download files",
    upload: "Upload files",
    list: "List a folder",
    exists: "Look whether there is a file",
    move: "Move a file",
    remove: "Remove a file",
  },
  path: {
    from: "From path on the server",
    to: "To path on the server",
    at: "Path on the server",
  },
  pathHint: "Below the connection's folder; {{argument}} stands for an argument of the run",
  skip: "Skip it",
  noChecksum: "None",
} as const;
