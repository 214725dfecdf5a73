/** @file The list of wallets (section 4.2). The specification shows no body, so the body's shape is an option. */
import { wallets } from '../data/company.ts';
import type { SimulatorDeps } from '../deps.ts';
import { breach, jsonAnswer } from '../http/answers.ts';
import { requireNoBody, requireQuery } from '../http/exchange.ts';
import type { Route } from '../http/route.ts';

export function walletsRoute({ settings, tokens }: SimulatorDeps): Route {
  const walletList = wallets.map(({ id, currency, name }) => ({
    [settings.walletIdField]: id,
    currency,
    name,
  }));
  return {
    name: 'wallets',
    hosts: ['wallet'],
    methods: ['GET'],
    pattern: /^\/([^/]+)\/wallets$/,
    check(exchange) {
      tokens.require(exchange);
      requireQuery(exchange, []);
      requireNoBody(exchange);
      if (exchange.parameters[0] !== settings.companyId) {
        throw breach(404, 'company', "The company in the path is not the token's");
      }
    },
    handle() {
      switch (settings.walletsField) {
        case 'top':
          return jsonAnswer(200, walletList);
        case 'nowhere':
          return jsonAnswer(200, { total: walletList.length });
        case 'data':
        case 'items':
        case 'wallets':
        case 'results':
          return jsonAnswer(200, { [settings.walletsField]: walletList });
      }
    },
  };
}
