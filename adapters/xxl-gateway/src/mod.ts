export { createXxlGateway, type XxlGateway } from "./xxl-gateway.ts";
export type { IssuedScope, IssuedTokens, XxlAppOptions, XxlGatewayOptions } from "./gateway-options.ts";
