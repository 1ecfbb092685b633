export { type DatabaseConnection, databaseChecks, type DatabaseChecksOptions } from "./database-checks.ts";
export { ftpChecks, type FtpChecksOptions } from "./ftp-checks.ts";
