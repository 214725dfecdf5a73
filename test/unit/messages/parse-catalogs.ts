import { type Catalog, type CatalogTexts, parseCatalog } from '../../../src/shared/messages/catalog.ts';

/** Parses all catalogs of a locale. */
export function parseCatalogs(texts: CatalogTexts): Catalog {
  return Object.fromEntries(Object.values(texts).flatMap((text) => Object.entries(parseCatalog(text))));
}
