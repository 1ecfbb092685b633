export { createXxlGateway, type XxlGateway } from "./xxl-gateway.ts";
export type { XxlAppOptions, XxlGatewayOptions } from "./gateway-options.ts";
