/** @file Written by scripts/fonts.ts from the packages of Noto Sans: files with glyphs, and the file of each character. */
export const sliceFiles = [
  '@fontsource/noto-sans-sc/files/noto-sans-sc-4-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-5-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-6-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-21-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-22-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-23-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-24-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-25-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-26-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-27-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-28-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-29-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-30-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-31-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-32-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-33-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-34-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-35-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-36-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-37-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-38-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-39-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-40-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-41-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-42-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-43-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-44-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-45-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-46-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-47-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-48-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-49-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-50-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-51-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-52-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-53-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-54-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-55-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-56-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-57-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-58-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-59-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-60-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-61-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-62-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-63-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-64-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-65-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-66-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-67-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-68-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-69-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-70-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-71-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-72-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-73-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-74-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-75-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-76-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-77-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-78-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-79-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-80-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-81-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-82-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-83-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-84-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-85-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-86-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-87-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-88-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-89-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-90-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-100-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-101-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-102-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-103-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-104-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-105-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-106-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-107-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-108-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-109-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-110-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-111-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-112-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-113-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-114-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-115-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-116-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-117-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-118-400-normal.woff2',
  '@fontsource/noto-sans-sc/files/noto-sans-sc-119-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-0-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-1-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-2-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-3-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-4-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-5-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-6-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-7-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-8-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-9-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-10-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-11-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-12-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-13-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-14-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-15-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-16-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-17-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-18-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-19-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-20-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-21-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-22-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-23-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-24-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-25-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-26-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-27-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-28-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-29-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-30-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-31-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-32-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-33-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-34-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-35-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-36-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-37-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-38-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-39-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-40-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-41-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-42-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-43-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-44-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-45-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-46-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-47-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-48-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-49-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-50-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-51-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-52-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-53-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-54-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-55-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-56-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-57-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-58-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-60-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-61-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-62-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-63-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-65-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-68-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-69-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-70-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-71-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-72-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-74-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-75-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-76-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-77-400-normal.woff2',
  '@fontsource/noto-sans-jp/files/noto-sans-jp-80-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-0-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-1-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-2-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-3-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-4-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-5-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-6-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-7-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-8-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-9-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-10-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-11-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-12-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-13-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-14-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-15-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-16-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-17-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-18-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-19-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-20-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-21-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-22-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-23-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-24-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-25-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-26-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-27-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-28-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-29-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-30-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-31-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-32-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-33-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-34-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-35-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-36-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-37-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-38-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-39-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-40-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-41-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-42-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-43-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-44-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-45-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-46-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-47-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-48-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-49-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-50-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-51-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-52-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-53-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-54-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-55-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-56-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-57-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-58-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-59-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-60-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-61-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-62-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-63-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-64-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-65-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-66-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-67-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-68-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-70-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-74-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-75-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-76-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-77-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-78-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-79-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-80-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-81-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-82-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-84-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-87-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-90-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-93-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-94-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-100-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-101-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-102-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-103-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-104-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-105-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-106-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-107-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-108-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-109-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-110-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-111-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-112-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-113-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-114-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-115-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-116-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-117-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-118-400-normal.woff2',
  '@fontsource/noto-sans-kr/files/noto-sans-kr-119-400-normal.woff2',
] as const;

/** Positions in the list plus one, two bytes for each code point: deflated, in base64. */
export const slicesOfCodePoints =
  '7b0HvGbHdR/2n9f7YoHdBVFIASR6rwtgARAAsSCMr/fy3sNbyei9YxcdWCyARVvsxgxJxYkS23KKLcWKrVByFNFmiUzLNk1JFiXL' +
  'tGhRiiSnuESxoihbnHPmzLlz7/ve7mvbz//8vjszZ06fufe7X3nfAwwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAY' +
  'DAaDwWAwGAwGg8FgMBgMBoPBYDAYDMcavtqjt1TNpc2dTLXtXYd7UjNfxT3LsH0PP+5ZUv3vSc3dI3Hc00P3noN4u0cyuEcI86zc' +
  'IzJZzwvZv2cJWX815WN+Gyq7cO191oeS6xXZV5cRMVakc6j4lm9/oV13z2GK7mQ+38PcwmQVXh7+wjyiev2FVaavLoOWl81X9PGV' +
  'qP0KR/GVFDfIQfmHpl65lZddla8ccm5hr73kvoK7cbe08fFu6d+dOWZHgQpRxnen8r97CdSrfh53pyyCHwFfWeKK361aeR7dHflZ' +
  'SMPT8pDVvTs1E+PL+PISfd69CO9fXnbkhC/y44tR+0XhfxFflv6X59EXU7kcHYRIjz6+eJjlD75yR7biaeq1B76sc1+MdszCuMue' +
  'cg2GQ+AuO096XmuOjtcvW+kNPZ7H7jqGd+3Jea4aDAbDiXUl/fIxFctSaXlaMd21YgtLj3mhZ/3FRfafHoLu6sm5qwf/YPLLpbsO' +
  'qX3XsmZXEtNK4ulNy8GhbE3jXtyra3UXcshhGtNooIEKKpjBDPOLKCKPfKrid+En563zl/ClzP76EtNd2ksTSdw779Gb4tlsv5fs' +
  '/PFdke5dC+qm/XmJL6Uyo3qEjO49SBT3LjqXrP5dB9E7GO+uHvEnbaj6vcL5UuYV+kqJrG7OrK8fJ8fNmR2wOTU3v9+bNqe0N+P/' +
  'O4jsYmnzvBHm+drcI/LlUECW/5eWSQvhLx1WgtQkTWmZzYc5hiPpbfMCHhbj9T85qQgnQA60l+PRnoj8TqdeMcVfLm0+yMzmQ0is' +
  'hAjhuGfFd9N7Ur3Y3uZFWiigsOII9qxKBgfnrdTynp78PYu2tZh6bj7sr55WVpnNK9TO1nDzQaPbfFji3BzNpvfe5hXXcvMhJPes' +
  '6krtOYwrfSR31eGLZs+i12nzCVmJYxO9nrd6847N2u9ZVQt7Fu1lzxHIcs9he27dc8ycIws9y+w5hs+YlWnuOY6uDceaJ7uiH7l6' +
  '71mm9NHPZ8+in+mWcq1frRrvWdarlj3HwA7Zc0id5T6vrGyHHe5XnXsO41lm17bDfTXbc4zGdrjP+z3H6N47tK/NK7a1Z1n5bV7B' +
  '68/FV3DzKlZyzyquxZ5Veqbbc8ydg8daLJuPg8w393gO3HMUol3N9x32HJP78Uju3qOT9+4T/P5j9zGT4+5l1X33cVHhwx337gXH' +
  'uw9r9Y/d+h5f5//uo7Q6u496vU706+vxc1Xfvcjr1e4junq7V2W/7F6W9u5VuOdd+dV/9xHcM0f+HN59xM+Lo2Xl8J03uw+D3d1H' +
  '4dw+3u7Rdx/V6h3dVVmNa6O9Qjs6Ndi9Yvu7D3Psu0/i1Tmc2Gynygm66ruPgXPNrsRWpUPlvdvWYAnPq8fO68TdK/Z3Yu77zYdx' +
  'L+4+ghU9GT7nMMS4Fy1sRkf+nmkGNcwybZZjDnXsxiy62IxpbEYVJczy3wV3URAtkphhG1VUWbOEzbgXu8VyHeC2xBItsdzFjP7F' +
  'YE1jILvALJrIo40aZrCb//K4gd0oYzMa7GEzyxdYus2vszdLfLv5XPxzPSen0QbQYpk/x5+zREBF/ftzmKJqchwzHNssqvhz/mvo' +
  'zfwX0ZvFT1c9bWaNzbgTM7gTTc68DLB+FR3sxp24E10+EoGPszpus907RaqIKvem2VqLj3eixJabXPMSOmhFljxR9Wcjqy324X3X' +
  'sBsV4c+IRR9tF7vRZG+7NTqo/m7UcSfqqKCj/nZzLTrsiXQqGiNYqi12ahpJgz0QhVpQtgXsRhdlzWK3+J7WOHbznptGFxWUuH8n' +
  '7wRvKc976E62NKs18tbAcYNXgXh5fMI6d/akUA/S/wRF1vNrQaPeOp/gE0xLxp9wrYAGe6ugKfqf8COPCuf1iVbIz4FtUK8rvZbU' +
  'yc80hHsnW/sCPuEHocm/CfoFphkUuZ2VMUnRXBUF4UyjiE9Q1xl/9L8r+olYDbY/ERvgI1luyhydh1+IqIu89lt8FoWR91uWuBJ/' +
  'n2h8nqocm6/aJ5HkF9BJjZIYEg5pzLAkUjO0e/wIwvtE+ok9OotiiS+gptl/gqpkHzQLzA2xf5LK4Ata8yABrYjXr0msn/AKJJH6' +
  'jGvSQr2nqwXxN62jTzT7wNmFL2AXgF1CNF/iXpL3Lj3uQiU1k/S8xB0A7sAd3Aut7wOl1DiW8FoQyxA7OZHw/DuUoJpejtbsDjRw' +
  'B2bQQBdV3MHXvl3oMs9L15DDLtQjK7TriuJvl0Ywi1383HQH68/y8xOddWSHRnTNmOErCtDlKxNFUVG7s3wso4Aie5/WnJtRHj62' +
  'LjqSc0vqUGKthNp8rHLbFp0S2rJiNa1gS6qWxy6uBnm7Q6pyB+/yitRrV1Rpmqszf5ojCHHsUv+70MAuNLluu1DkmRp2oYoy18GP' +
  'yH+Os94lVfL1DWsFvp52JYI7+NmUnnFnuIaEtsTU4gx2ybr5tavwM/kujXwWbTRRQkuq433k0JD4II+yroevvj8bd3GUu6Red0S7' +
  'ELICu7heddbwcm2WqEVyu3SvhnF6fxZwO3bJA/Ig+liJOLP4GGV+NqTn3dtR4ZnbeWYGLVS5D9ZroYFWZON2kaRjl49gfeI08TGK' +
  'Yo/4ntvgXpG1CmqXRk3tNbSXpY+j4+1q43a+RjXV8+2YQQEf8zkTOBBNaNYz+BiVyKYfQfohw5JmmtTO2yDJKu8zP1PnX5v5WMYf' +
  '81la0Vk6B29HCTmu3wyfyyRFUVRFpoVp1Dinj1FHXTLraoxd1S3zLg16PuYSx9ThvNscycdyt5qsIKQOPtMqr2iwMcNtUcZNfoa+' +
  'XXdJuoq3q9bHksftaPNxOlqbab7nneXroJee5bYm9ZjmOMqySp5/u9wHd3Ab0zSfZ3QdoxW7jeeI3+bdWhWpQCWWmJYRnaMNbolu' +
  'Q5Nn6riN9YIUXbVuQwVltfIxbkOHo7uNe11poRokC7ZOO6/A+rdxtWn+Iz5zPxLfnkOPgnqgXpnz8RrAR/gp7ndkXMBHmGa9LHUk' +
  '/ttEm+4guxmZj8TmR+xnVmtzG++S2/g1iJfMZaRj6oqnKsuU+NzOiR2Sr2pmnlcRTwV+3izLSnlLRfFe4Yi85480Bz/3EUfjr8Qt' +
  'jrLMV2aqZJ6r+hFq6t3rFfn5M8462KuxvWT8ebTweaGP+Ah5/L+p0ef5jsZzIPLgfTffwkcq8XmV9PwZGXdElu48gjwi6Y8i3Y94' +
  'B1E1G6xHVM7Yj7ULGqG3UsTnUcXnOVI/KqOW0SHJPOt9xBF9nu9cmhIjZB94659PacVRk9WmcMoqA3l8Hrmooh9l4s/PyygfZfZR' +
  '5KWc0i1HM7cyfcT+buVXATS6lfuQeRq3ROJWkUg0iJfDh7gVNRkXeBSIOB+qZKACSvgQTZ4J0mXu0y704w955I+3ci+2ish+oDxL' +
  'eY95naV1ybP1vMzeGnlNU/CEyMOtGkc2iw8jjQ8jq/5Yylj+MFOT2J5HXqQ+jHQgvJpofKia6XiKmGHOLG7FtDxunReH57Zk1FVf' +
  't/DV+xa+vt+CW9gHtXQF+RAd7leEcwv7vkXaHHOCBj06EmNbObOqWeDerNwlBxskMyN92hPTuAV50fiQr1y38BlN8v5Osa5rBH4+' +
  '+ZDvQWm2hAKqaLDNKj6U3i0oi71bkGOrkNgQxXCL7rcP+T4op3F/yM/rwQJ4l96iGpB+TIluoDofCzr+QC0Em9AZ6tUiXfBdxi1a' +
  'J7BUqYffW/g9sMT+Byz/geR5i2jG3rzOtMp/IByvW5f2g1Qs4VhUS7G1m1HHzbgZeT5+IK8YIP2bUZBeHlXR/wA3c3szPzwhaj/g' +
  'R4lHFGGLey2xV4nkm8z7QCSD7Zv5LuzmlP2bxV/i/QOJ1891ueaBezP7Df5JsyYtUUstd5FTKyGjplpN8gnzEIsfpOJqRZEkkd6s' +
  'Edys8x9o1Ij6Xq6kK30zXwVv5vdXbsYMS9VZyteunIrpZtUgzmwUGWl2tAo38zvDUKkOy3Qykc/y7LTMtni2y8cZliuhzq+HknW+' +
  'Oaogydb5TqLB3AK3VZ5toISu2Eoq8AGKujodtbWJH5u49TWfQYV30ibU+RpCc7NSr018T1zglWjz69k83sf7KON9bJJrNc2+jwbr' +
  'NbGJZzaJxCaxV+G2jLz43oQaSyKSIfk2NqGV0gzHhmpOK5+uf+SzzZwiH6tie1OkHaiiLdT7+9HDa9SYTx7fl9fMeZS4OptS0UKt' +
  'B05Lek2uCL022yQzOeZQG+u9z7mAuRXxCmk3ZchXtpSpy6aUdHgWSGwgqvKmlG2o3CZe+018jid18zFvijQD3lfb7/PVYZPaAedR' +
  'Vr83MecmbiGZ3yQ9z6VjJeoTvS86N3HtS6nZPB/rKXlvMxdp3SSePJXZpufXIy9pC+9HOtCIb5Kcg8WcRh7zodz3owwRZRl7S8ed' +
  'PGK7SEWZ9ROsz4oUvXd7E78CbvE4hyrel+eUm9BBAzexLO3nm6IKJFHk2WZR7edltoP30WUP7/MVYBbvo4kZlmlqVb1Oi68ksyjy' +
  'uwXkr8Wfh3TYwk1yBlQ4xvf5UWYOXdeqbJlyoDh2osXv+t+EnajyquUxzbXfyf662Mnkc69FOe2UtsCvFneiqBHmcBPbotGNAG5k' +
  '2hkdwe+CVvkdPOI0+K6PZug4IxotPhZwI2aV28WNaLKG7/vejRwtHZt8zKmnKkd/I+vv5GdXP67xXd2NXLE2v7dIn5PdqFar/Nq8' +
  'jTJu5CrfyCu2k+/JPJJcqEZllCTqKs/sZNkgVcRO/qQBMhdqEqjAkRTEHlgHYt/38ppjkrOPa6fYvDHSJmpoBZJ4ayLtKx7r/Zmu' +
  'lPcCbSE206MbdRSiqkRZIYrG+2urr50yD94zUKlYt5bilqLZCucdRuVMJb2HG3CDPLfs5KvVDSmKM4LwdmrvBu35tsItWCYttzPS' +
  '2KkrvlOsJxI7Rdv7vEFldqps4N6QoZ0ab+I58UIz72n7nozeY3l//LMMP9G4gWdCjohipveJQvZgmZzov8daSX2CpTbv7PdQY833' +
  '+J27Dtr8nlOZZTqsRe8k3oAu2yiLPU81sTPL51YTVdwgZ8t76Iifjngn6RZb9rp5Hr2n+YF18xJnnq800xpxOOY5Fk913IA/Y/kq' +
  'zzWj/N7TKryn+XZSlXhP63YDCjJGps6h/l1+rXsD+25Lzk32P6s2mlovivwGrUKeJab5HVZqN/In0hvR5l4DGyOi54GNrLcR7/Gd' +
  '5EaJYCM/NmKadUOkG2Vuo/C8VAM14fgcqF9g2aJIbeTRRpl7T6X9bJgJssEHXemrPJ6J9GaxER00+br0Hnt6j2PcqLNEJY79PVRR' +
  'YamcxNZk7kbuV/mT341agY28N9+Tz288J8eVm05VbWMUzUatRtK+x8+wSSzJbNAje2VeD1/jIkdc5VFFsk2oKjV+l0ddXrONaPJr' +
  'wI0SW1ind9HERtTF57tiCzIK6/UuSyZR1cX2LEu9G2XTFS2wxwSzuJ7fUSTp6wFcjxoauH4edXnnJmO6e7xeNK7nc9hbmOHj9TLy' +
  'cx2RA/PeFU26E0jsvcvRXC/HaeE0WKPFeXnd6+Vd5nc5Us9r43q+tyDJ4CV4vF6tgmVn5JOX66P4IPG+y7be5XshsvWuZJyLsgkZ' +
  'e880XxVelb1fzz3wN5Xe5ecicK5evyDy70qcPp9QgabMlMTPu2ItqVBR+zV+r+N6qXuDK+DnGhrj9dFKvquZFqIs/Mys9jtRPcD7' +
  'hLiVSPp6Xr13UWTZxHYFdc4kh+txHa5Dg49Ubzpex1HWpPVrfR1XKPRptir7mTRnee46Gb2Ld0SjhOsAvMN23+G5Ks+UuJ+md9j2' +
  'OyIHbiGjtsxA7dSkLeMdri1Y+jq5rwhyEMv+0RJPVKuiSF0nsjW1nI3Gaydt8EXHfGTjOpFJtILtbDRQH7Gv2NJ1auEdfsb341Yk' +
  'UYzk3tGaJPZDlMlsiD7JJ6n3O1q9d5DXKiXR5MTuOxp9mbO/TqT959t1kZ5hjpfJUlKDd9DEO7gWwLVM1C/zLqbPI69lmTA7zWfo' +
  'O8qtMhcsN8M67/D9zQzKItPmtpCyQtx3uNdm79eiy3czDX6GvlbebfffN6Lr4LUiPc13BuBRXWIG8yFcqgu9N9TieCr8yoQ4NfVd' +
  'Yq/gTEJM4LMooMW2wFV5h+92SI9sJR7p0eHXgBS7n6d3F739Jn+yvYNzKUvkPq8WjwqSO83VMI0dPMqJdBE7OF6ifBRVkV95gb+v' +
  'sAM75Ps4wf+1UtlrueLXSv2uZdvFaHXzbLuMKtd9B8+V+SzcIRW/NpL2vQb3ysLZwVnvQE7sVtnHtVLdGlvawVrAT0mkO2TW35FO' +
  '8/tzNBP2j9eYjrzukKrskFh2CLeiY0i2Pl9f2SJXcSaqSFV1IRKhQrPYwfuJ9twOzS2XqmYO1yjtwDUAt0iNw/vsxKM7n2s46h0y' +
  'D5WGyDeltyM1uwOtSH4H6pFnr1eSfl52RVnkvScvVRbLedG5Rrxcw68Y2sIL0cd51Xk22ELkGXLnk46nw5k0uF8RL0kkO+SblP5s' +
  '2pGq4o6oGgVcwxLQ6lwTVZkk6ymvSEWCiBtqcQ2fe9fwvoy9kkRDfe/g2R26o0jGv5tTTeV5DSrSVqMscmItjnkHfwfFR+7n39b4' +
  'rpmX4dv8qItMciT+1bgawNV4G29H/atlVGE5PwvWuFp6YL5///tt7gVJiG6QvDo1CnPEn4n6V2OWj9O4Gh3uzciV1nvvsu60aDT4' +
  '2Mbb/PC8nGj56/nVKErUTbTYR00ipEdTdGY5x6vFbkljDXFBY/fSPv8S1/5q9lGPMqBYZrhfU55v61zJPO9ez+9yTvdqfm+Ln1mJ' +
  'pJPKlOSTKjbEalu9vC3jt6McIdaa3L8XDf7GfEe+214Ve3mt3yzybMnX5v/R6KuR17elSk22XRHf03xNT1Y7ZD7Dlfe5TXO1mpE3' +
  '/7gKwFW4CjVcJXuHRjlchWnWvIrfw7sqmqWdfJX0wfG2WJ++W0+8DsuQRp6PMTV17m3+VlNN/FfZjpfpiuUctvO4LS3EHtSa17yK' +
  '876K37G9imW38xGR9HZu/aecnrtdruR+tqNWvMZ2OQZr21NeIRa265m4XWdz0rairCGfUwcb20WfeJTfVZgVDzmuyHauRYf/YoFk' +
  'S+qR/jMYVWi7zFwlvgui5eVonqo2o3EHzx1eV3pPiUYzvKv86tc131mp9XapfYc521FnTkXrRO8N+7/f8BnlpBL+XmQ735eVMCN2' +
  'Z8VevBNoxQpake3RGvhYKY8u96clE3B9r2TajitZgvp0RtGIuFX2VhOpK/md+O0iT9Rk2Sv5U9lghx4dXIk88z13u/auFMlAYc3p' +
  'm6M0bslzpp8t8ozvl9TrTEq7yPpVXMlVrXNvu3oLx0KmT/fZ1K9KlB1eZ++RbJaiPRl8dTWjQLM6t12j8+MZ/gwX6snP0jd2qW2w' +
  'xJXsocVz4G9jbZe6XYm3mIC3xF6w3OYaheqA5/6Upd7iI7jns3orZYWePbxcS2YD3hK+r6aXL4su8XPiP8TyFn+SUFXrpFNnq16v' +
  'LCuT6Fwpe+JK5YGr4R8lzbOJK8TGFcjjLT5DqA9cgYK0VzAnTS0+5kSiyCOwjSu0f4XovoVa1L+C61GSXkWqEKoWtKHyb0nvT1ki' +
  'zPnvbQedRBs9YvX60DlEa+Fnf1JsXiH18JmV1NZbqYxClm9pZXK8JiHirvLf4itMUWqZzi3JOo6TRp1ol8T1L2jucS0h73ddEVUQ' +
  'WjlEdtO+3orWKa4a7fE38aasPvWukEegK2QUrL2pozeF08TlQnmeeROXc4w0vpw54OPlPPOm9C+XsZfP4c3//x7uTZX3Ek2x9CaP' +
  '6uL7cjlmCbJP3oysh0iC9z/V+Mv8DBvmC3z3crn6SvwmKIkmdO5NtZ3O/XLpI8VLYoHafVOrEj9CBWhUSlXr8pS1y6PM4siTGKDj' +
  'N1U/XoHLo2pC+YjGb2qkb2r+/yHKLF2TxAeNaFX/Q49VujyKKliuyl88+Lmu7pvLdf9AXpElq18XO9NRzfyxzHfxb/LrwTcjb/Pz' +
  'TDLJ8avuGf7WUUmsvKmrcjmf25frqnvq8LonEV0mRNeIy+TTkMskNj9DbU17l8nMG3hDdT382PNDn44lft4rpjTeQAWXoS7yVWnD' +
  'fAeXYZp7bVzGNfb8PM8Fbz7ONzQeyN2R51ZkPkT4RiqvoPeGxh1iD9bqHMMb/Je2l0VU07OW5ArKp3efE6l8NDMTZXVZ5K3Af+8Q' +
  'Iurwyl+WkglRl9g+orW6jD8zabBkM1qrmuTstZLs89onja7cTxb4XaZgtcG79TKp5WWcTy6qDelR1G+wxSbfsYRMSpJ9k9c1xH4p' +
  'LkWHj8Cl/LrvUszyuMT77FKmurRgbbrbfEO1Pc2qjUs55zBHf7FcFAtvsFQj0mrzsYY3UOZeni0U+W9VL2UPLY0BemzriKia4nuf' +
  'PtJLuYKXsueWytcj/qXIccZvRB58LhXmU/0ulZyqnAfF2GXJLkuUJSOkMvLjtFXvty7aPsrkjPC+fF2Dhf8br+N1eV/YV2aG86Bn' +
  'lddTNUhTLer7mP33BynSchRfXa5/l0oOr/PD1+Z1Plb5eAmKuASXoIzXcQleRw2XANIv84wf0Xtul0REvCZbukTmPb/B/Qr3p/E6' +
  'Cjx7CVq4BDlcwlY8fDQ0N6Pa3mOOZZpitcq8isqAY7wENW7pWzuB3xWZHF6XvxEM74p4LyHuOIui6CYzr8sx5nXwulS0rLrItK9L' +
  'DwtK+FUnyTZnF/IqqBS02pfItSlUCeIhieB10U6sQ1fvdb5Pu0TXpiLzhUxECeVFus7HsGZeriDtxWjgYgAXo4SLcTG6PKrxCPzJ' +
  '9sV4XR4Xsz9q69q7mOfA80XmtYRTFYnXJXqy5tsCe7lYtF6XGkDWNbZ6scbkY3wdOVzMsb8uc1DrObGYWChrxJDsIP6CRE3aJl7j' +
  '9jWxHuZfi2y1tY9Me/G8cYn7ryEfcYvC8w+Ibd+W8Br3Xosq4CUhOSDSbM+bfU0enUxEF0dVQrRmr6X0Lk6tJjI+kckNGmsi8VrU' +
  'Jn5ek4wvAviR17+09uPXhHsR/gQXMb2mcxBOIh3Gr6lm4KZlw6yPxs80hfsn0UxiN9a/iGO8KLJBn2NdhAZe4zM8+duRon4S6HOg' +
  '92zjiC+STycu0ucM76kus0WJ7k+k9b7/JKpAsFPnv0JqSJQXIae9Ju7laBty93ER/11hEkOLz4uLoohC9XwFKhKJn2uppv/WfEt0' +
  'SWpW1u61aC9dxFeui1KVRGTf51WOaplEUpIMimw1WYdS6pNORLvU20oqMxNFk137i3RFfVuRa8tFEht0tyWVL2jkdO0i/rSu4qu4' +
  'SD+DLUY6F/EMUnsRyver22R96N73O+xV5pHVV9VGm9tXI0sXir0y8y/kR28Cz/r5puqF2Ve1D7FSlwgCD9qH/M3QhdHcq6m5YANy' +
  'vLCnTEciii1fKNUM2cQxhjFSPbpyX4iazF+IGfFV4b/8oM/kL9ScYzskOyt/lXEhpoX/qloP1WzhQo6URjlcyHfvocrUm9VcQzVK' +
  '3Kurj6Kuy6syhyjbV7Uf96B7Il7lUEfMq4NfjXZqxbsSY3oP+GwKWq+4xv4z1rAGZO9V3pMXqkQt0rgAwAVyhaO/Hq7hAlwgRz93' +
  'AUoyauAC1rtAyY+gvFflvpg8x1KvypXmgoggcV3AsvTXKsRti+armSheVc855VwgvpGJ4oJo/Ko8QlSvRnkFu/7oZ17RY7D2SopL' +
  '/FekV+e2y1FfgOlUdkE+p6OG2MylovQ0zdnSuMjfCiHb3lOQK6LBfolXnJfvBaiwbFNGBfYe1yWuTZvnQj4Jn85m6p2PV3A+gPPl' +
  '+Ar3/LHIR6JpnM+/pUT9vHK9jI8zINg6X/r/F17hHedlfVsV++erL/r05/xI93y+tp8fWUpkQ6zB5yvMh1inZ8c865/PvymQ1Q49' +
  'qOfAh0hDjr712TZEqhDF5O2WeaXOT8US+zxf5+mYE3uviP4rkbVY7xWtZPz496oDjSBer1civ43UOrS4V48iCvG/IqPz+ayty2om' +
  'EuFRiqLy0Z7HD+A8vBy1TZyHFv49P9e/jFnmxTSLMs5Dnvuk0+ZX1F2eOY8/RyaNLl7m1lsGt62UrWk+lnRcZGvn8b0dtVU+vhxF' +
  '1xHJlzlGahHZy7ONl1FQzssaYxg3UmOimtgNfjoaxcsqm+N+QTI5T67+PuZmFGvQKnJkda7ly1HOHY08WH6ZJSE1qzGnxLOtqH4v' +
  'p3Q8FViTZHLCqWp0QRapSrwc1eS8TI3Ow+dSBGlfVs7LqOBzaOi4yN7T0p/jCGLNStR/mSnp1VQDYuNlvs54eajd2CLExssoRnZj' +
  'j0GafqePvtPv+SR9L/tsRzIvRf0C98p8zOtsIhePIKOX0OG2rHZeEvKRvCRZvKSR1XhffA5dtZfjv1dtyjeY2/wt9Ze45+c7keeY' +
  'XmIp+pb1S1xnf+/9En+z8nMala9xVyvpbdXxkkp9Lqr/S5Jdkufn+PciP4fPsu5L3H6WI/1sRPGI3hH2vK5w6Lt7L4kFP+PjDBpF' +
  '5QYfRA1pidPCZ9GUmTBfiGwFOeirgSSmstoOXA8/W4qsvRTZeCklBY3evyIpcAXqEk2OpQtRNV7iO+SXUvV5Sax8NmU9yRpRfehY' +
  '4chDXjX2MisxVKRqXT56ia54DVZDpaiOtIZJBkEih0oqRlqvWqrGn02N0tWYv/4d6VUyebd1XEnZOBfAuSmq8xFy3IY8tnEbjudy' +
  '3Nt4nn5p7VxMK88/zo3GiaVzdWdsE0/beMXoLzC2ySvrwK1mYiqrJe+/zu02sUVH+rv1c1kvRHiu9CmDc+XXEs5l29skj4ragEZ0' +
  'LnI8TvS913Te2/hakWR1biT/77CNr8vbtIJBP8huU81zo17i49+p/3M1tm0p7W1qcVu0MrF16s3gXHRxLmYlr2DHr1yc37nRmp+L' +
  'RlT3c/lvj+I4/WxHOZVMFfyurqrHYNVrFMSz554jNM0ZnMOPcITMbeMepPVU0N45ERfaUi+Pc/iaS996O4e/g3SOrK33UMY2tLGN' +
  'r9jn8BW7LVGcI++ubxNL56ApdSbPtNeIV9SIwd+AC9JBB+x/G6rcr0VcqLUZbOPvuiPy5iPcyr62alY5bBXdc3jWY6tIbpXM29gq' +
  'fc8tcx22oi2aW5nKMo+odmHspQpsG2p5q9pF5G+rjJO86ezayn+FfQ7/eo6PcSs6vAJb+Te24tXaqt/YoDhzOteOoqvJWobalTm6' +
  '7Nqfo1FsjSLfqpVJ6hVHPyOZbY3qSvX5t7wfkmjo7ppm85zHj6kWUYXvlbdKHX5MaCsa3CacXlRQCdpDW/FjbD3hFSObiSVa5aL0' +
  'Z8TbQh4qMrc1Y+OnMIsfQzWSbKHGa7eV976XrXKMkHFYzWBpayrfXGQrz9fbENU0x+ltbJVYkNLOUndeVlsl0/m51tTLVolqayQZ' +
  'r0tSiW6kT3iRJf4tPoPP8IjG1PctZBRaLxM4/xkaLJljvc/wo8j9oB3kXxSLL4rtzwi9KFIvioXE74uRz89oTJ9BQXlZejFlOejk' +
  'Iz8vauzeS1OjC75f1ExenBdTohliC5LU74pciHqWY02ySDx8Bp15sde1R5+ufSbKPKee6b2IwC2I7/q8fD/D14nAm4lmX4xkahrV' +
  'i7ILXmRrLeYVJCfSKEf18pxPSw0+LZ80flqr8mmlFzHL/PB4MTXrKczEWmGUj7hdfBozOtORtiVtUzS9vXD8tOb0oswGqZBx4i+f' +
  'iuMFfrygfUQWX1Be4JSFE3sOukEekcWYiPNvtA556b2QspJYfkEieSGKKKFiSv6FeX5eSOWFzNyncTaAs/ECzmYK7dk9xkjNIMN5' +
  'IWUJGUkfe8LxeEG0IDWDSHn+C5G1hJv0kj6iuXREbeG9IEdE0UE8YF5+iKRfkPhiiTgaiCVENThb4zo7shAoieiFVN2R0qZjC2dj' +
  'Gmejzu0M87o4GyXudXA2f+Lhf2Mpx79RSc9nZ/P4bMyKrTb/1fo03w2ejRzzpvm7dWfz92JmuAX7o9/pPZv/drEg/s7md3eCv6bY' +
  '7/L3tc9iqvJfQpzFv0QK5nR5rqMSZ/FryhzLnDWPmvyXcDM4Cy2chSLzamypIhIFlW310E/kyvzuBVX1LKk0uEdzyf7yMdJ8FffK' +
  'fJXf0yZ+XfQR2Q72zuLXbX6/zYhEQ+Ro9Dy3wcPzeB45Poaxz9b3Z2UM9fS85vM8R3QWX2We53pCZ59X+bMiz+GRE3sNkSrLTIX1' +
  'nk/JPi+ytFvOku9bnKUxgWMoqvRZmt9Zeqxo1HFl6W9Nn+cZ+qWj5zGNszAr9fg3PDMjmk21WsaZaOBMnMlWzsTz/HheYnyeeYEg' +
  'dsBS9OxI3ArOlGpTzUp4HgWWybMlyB2dl+6KH+8L/Lngmbyrz9RvP3r/Z2rdQgw1iejMFD2vbXqO+nXu0W+4nym/ANfQ2EME/pU6' +
  'xV9juapohl+WbkktGlwp76HJutPy/l3wV5F+hf+2ucIRE7+hOfg8GzIKx3qURZt9E78lEZ55kIz9sSmPAnNmZeXO5L1wJmd0Jo9K' +
  'qlnnb9cGe+XId9bHwtSO6u5HfgWeF3uhys9rv4occrKPaMc9x7FR1Z7T/eUjf44f4XveZwhBHjk8h4b0z2CZ53AGf+ujyhz/a+PE' +
  'e07Ia+bE5nOo8ix4HOY90fs6Qd5b8D5K4gmqRY8iawdLIUbi1HAGRwOdP0OtJRGdoTGeIce0TEW0fWyzfKxGWvS74WeINZIsSPuc' +
  'aDzH1aow349rXDkfaRPP8fPGGWrRt22+JsdV93zy1RGr9Nv+nk+fjfnKnaGxQCvt7VY0X0QVSer5nESYrEZYmSS3MPccr3AFZ/Av' +
  'CcRrNy2jhnidSe0PH2siTTsmzq/COv5vz+PMc1JxTzX2XGPvwYKvQZ71P4UyPsUtEaSN+zV8Ch18ClUe5ZRHWjmRyUV6dGfxKTyb' +
  'spLn9wAgHD/XjHQ8VblOZRnl8axIFsVOiOhZ9udHJR4/y1a9PHimzMeSyCfxfIr/Wo8sFNQaxHqQ8RG0xYe3OoNPoY5nUchY8zJF' +
  'me0Ir6Q5hJrEXuhqEuJMahRm6ZpD9htarfAt90+hIr6heX2K55+NrEDrRjWO+w3VmhZbsZ2caJ/OV77TcTof6xLTs8w/XchL0bEt' +
  'o5JwwsyzKIqk/5YbSTRl9lm25vWeVWun81WrJlyItxZfDU5XzfBIZOrq1cc2jdP5tw+8RIgm+cZdYtsfuyoV5k+XuJ7V8bOqEbJ+' +
  'VisUKl7H6WhIbs/ytfBZ/ib+6SJbkcxKEuezktHp6rcexZWsA6LsT4+yanFbTOlAq3e6nBVQ+Wf52nm6fk/v9BQ9I1YqOq4q/xmd' +
  'PT1aYeLSsZOqJnSHgOd91s8Inc48f4RaD5rPCD+0wZf34/dH7KmoMZzOd0XPaB7PqPWaWkA0m5Moc7wuIbpQaept4FchXm+DSmxg' +
  'WxuYs0F8PyPz4bhBdDaIxAYZ+V5J7AUJslBXa/QcR9yaekgiCL6hXumeP4kieHpGHhtQ10hLek/7jGaQjh8aAcRSXq0+g1nNClEE' +
  'z0SZBe1qxNmgHqHeN0TRPoOC2gjxPxNpboikn0E5U42kZs+k9mM6TkQ2ENVgQxRFssKYFzHNtXhFWhLZBjwt1JJRXnj+GHw+zXvS' +
  'R/J0Kh4vVRNr9J9IaLdV9LdFIPaL2MC2A8/bKHDvaeXEeW4Qz95yQWJKVuPpVAYbIn8bxOIGftREp626G9RSkCvhaX5A5xL9JF8a' +
  'VSMb68XjeqzH0/x4mnlVrkgYB3qaJZ+OuE/zPRH9Txmv1xQJutKsZ8568btes0vshNn1IhH7CxJPS3QF7hd4HaD88Fivzyd+nE/F' +
  'HTwk/tdrnuv5Or9eqxDypFEuqkmIuaNRJVaTuiVWIMc4+/Va53T84TkgtvV0lE1SceheS0ZPa5vUjdqnmNbjKY3rKX2A20TqKZSZ' +
  '42OM59fzbHYcbK9XK2nLJFfU3J7SGJCxhqh9KqpYRz3kNUqSoO+RrRc7JF1hbifyv14ibGI9Ovzwv6RI/BqfSb73lNrx38peL/31' +
  'YqGKdQDWMYEffneXdbRO2rrWYx3vpackx3XzHjN8n7COZYKNp9TeUzL2luj+kHozEsO6yEsSWVmuUuv4XYIgt06kyErsLfG0TmX8' +
  'atTVTrD+lGgi5S9EUUxxsrNpj4GXU15iP0QbMoNGtE78hL3zVFSvNGddVLl1URXidUDKV8joSSbwg46es45rPqur1mB5milzCzkG' +
  'C4WIGyw9qV5D3/tM5qFWg2yeZwoSif8VpBn+/u06fl93XWYlumo92PMxrEv9ZcU62XFB4snUjkw4T2q8kAqsiyyvS8kmcT+J04Sg' +
  'xyf54Wd8P7zq8GNvJWg8GekXVeI0lXsyY+VJ0X5SdZ8UHUTWkqiC7mmRNxrldN5bLIslRLviSfVC704n2sFLWXw+qbr+evBkVJHE' +
  'az4VBTSnJ1N2Q+5xHKdJvxRln3AT+dOimdN0Z4dK/J+ZDBDJnyYr8mSqikkNkKr5k1HsiLJJr31AsO0ln+DeEzoTRqdFPa/xBJPX' +
  'eEJjeEL6Twj5udNEMmieFnnpaD9YOy2SDdwQl++fyuNTlQ8ZnSpeT2XZUzUGmj01iupU/k0bOp7KRJ/khN4ME8WVY04Rp/LsrPyW' +
  'jv9vpF5zhuf8Xy83mNMVO01pSbPFPfqdGbJCciX+JqufDxpQ+bbqz4pOna3MSITempctywj8K7Kn8veTTkWNuQ2xnFA16ndFiizQ' +
  '84vnVjLxn8qen4hWwFc3r3ujk/IAaZ+QFThVV6EgPMhfupyq+8OvXZvjeSJ6LRFWDBL5EykLp+qqPyFen5CMoet/arQ3QuynalyI' +
  '9sapUaynpvSTGTquBbA2IpL37Vq2tlbi8Ryk6rZWuWtllFgDPwqqk1hBRiepwhORhdj/2sxsqNharnIZHazl/9w7zX8R1OX/6U6/' +
  'nRf+m0Uda1Fm7WmWrfPeI24Va/m/QK5FhednUznQ/dta/s/TJeHW2RPdW6zlXzwgKe99LUvVNMonWD/EPi36Nf4PIjNI4wl+PvDZ' +
  'ziiny56ekEzXplpoC92J8ZVnra5RkKU4pjlOSFRh7SiXxzW7x/lB48eZE3z6b+E9zty1MruW7y/Xst9QNa/Z1Ir6+wI/08bj7CNN' +
  'EB2I1fDwxySukMnjqdqtFcnHeYU953F+ddPo4SfIPh5V1B9PwSn62d8pqPP4FJF9XEanSGW8THo29MKV5BQ55tkvzRd57PtQm0G2' +
  'rJYgj/8i6if2Q51O0fEpujIBwf6MSOW5rSg/fBfxcZUOMT2ulqE5nxLpxbVPqnGKjuMIIBqPZ6KLow81SHtIMvvLUW6nZNYkqeYp' +
  '6gU91iTJ+PHIcsLvtZJIrZLvPSYEOUJ6j7Gdx5Rm+BsWNbZBK9DmXxD0sdd0hYm6IlESDo2bvPfqaKQk/e/cd6QfKkGfaj3Gz3Xe' +
  'c1OieYy/reE/7Q1+qxKlHz/GvryNaR7XeT7HNmb5vH9M/PvXBdM87gqP/kL2FP4Pyh3+Tsdj0foEry22UmDrHTyG/0M8P8Z5tLkP' +
  'ngFboevdGhT4VS9VsYo1eIwzpP8puwYt7q3BGlTxGL9OqfEuXsOfK67hz2sJa1IrtQZ5rGFuiXlreL7GbYV9VVjSz69h6ohmkWta' +
  'FO4azIq2jwLKD70i3zkFL35/tCQPiFxTtYKe/9SeMl+DXMruGs3hMc6tplYeiyxANIq8Uo9x1Wlcl9kZtlwSjZJoFVVijX6rII7q' +
  'MX618Rh/WrVGqr8m8h8iKEiUhVRks2q5IVxIDbxEIXrNGLxW1DLEV9BEVL/guxjxENUycMMZmtQqcB/TSOIzGVEtH8WjPJ/nvRV0' +
  'O8wFHx+VY1I/aqcwxecy8ad4xcp4lP/aaAo1TOFRni/w72hO8RjcllmHemBumetGbSzVZq+Psqzn5VnjUfY/JRS8Jxxvw1NiD8qd' +
  'Un4YT3P0LUzxKwd6BTGFWZFASjoXcYPFEEWQDT4gcT6qETyakoL24lymMrFOqVawNiU9pPJN9BP5R3UusRv7ejSqVjbbKfER2wyS' +
  '0HYq8gDNMomyqVWO69U7h8RbnOmjav8vZ2qNVNXjPfFoxtKUxv4IHgH4OCX9Ke55ycB9RCLzshAepJeMH1GZoDOJSeZMMndSonyE' +
  'uY8o5xG1PKmyUNkgH9tIxmFuUtrQD72gMyk+Q0TQHMIs1O8jKrl4QuRzMoohyTWJNsnsr86rRTI3qdKTWrXJKIMkj7im2d7KCVqf' +
  'R7Qf13AyqmDI5RFkkWT9v2uEk5obUnqxhUcOGtnEIchL+Fr4nh/5mcBP9vVEVFOSeVjjJ+2HI87DPPYcT8EfROphvgdL5pZC9N7B' +
  'fG4l6pcxgTz3Cvw7kqTjZegZxs97qrFkFxPIZew1on6H/9ZwAqUlxUm/6HxwiWS+yLUZRwfjqGAcLYwzTfODfjOIRg0+1vjYRElk' +
  'atIm1M2M6xhHjv/6qcleEqLvNI/3pKr2yvyNqDBq95DNaS8fcdsLWB6PYkCkO87vuRVl54SdNMv3Qw9jnLnjPEvHsvSCtSL3HpZR' +
  '0PZ2H458PHyQmBL9XjSWoof5iGiPjwlnTDIopGaCHH3+NYYmv/bt8n/jotk2xvi3/8dQ4d8eoe+Tj8kc/b62tz2diWEMOYyhJP1a' +
  'FAFRkSPpSkSJ/zF59fMwt2P8zYsuf9OS7r1CzA2x0kVZrLb5HSL6rcgxfiVf4/c9HuZ3ZbzdhvpAFCMk8mmtWofvfMdUD5pBnf2G' +
  'Go7pVSSMmzI3xvXz8XXFY0vtl/Aw/9+th4UT4nmY+QkPujphjcqp1R2T/zpelF+SavNvoicR5KM4/OuEMY02WPG+CuoRvNYdHZd1' +
  'JYMPb78gv28WVv1htlHhLCuRvzGpYJ6rUJRcKa8aHpLflHhIyM89JBrJ8SG0ZfYhrmNOemPyF5YPscyYWBoTG8Gu35lVHleZQxmO' +
  'YlS+2djm/yo1ioeYR/MtPvpR8DrKr3FGxeaoPBBFnpZv8r4dVbtQ654TrD4k2QQJ8MP3i8JJ/MUeQx8Rd1RrOZqSRxRbiDuZH9Wo' +
  '/V7qsDb9Z+4kx2k8xL8QmdYhuf+Nj0n94txCJKNRJqNR1EnWSTyJ5VAvaG7QauZUPiCd5UNS/aTy2SPkOoOo8kktRqNVDRHQeyY0' +
  'mub/kzrKv8TbxCiq7KvLM/SfvUY5ukB5vgL5Pv1+zqz021Lningoqny8cqOp9RmNVjO7qqNaa+iqz0RxhLkayiI9wu+7Uzui/kaE' +
  'HpQHHUMfeDCqt5fz8LMj0gujEblmPBhZSuaCXX+EPB4UrcQiRC/MxJZGdNbPPKijIAWVC8cH1VMy8p5Kmr3v0dVuBB3e916/LPP+' +
  '3aKE42fz6HBNEfFGZMa3s3zsRtk+qBWE1KEh8eQ0v2QloPUI0iP6GInqAa0ddC0fTFUz4SKyHFb4wdS6jEQVQ1S/ZDXj+OLMRnRu' +
  'JLI+EsWSrUSyynGeI9HuiPfgg6lVH0l5eDDyGtfxQV2fB7VKI5Hn4HGaVy3Hz/l0dtJK17XO9F9hRtBEAcP8tz7DKHMvh2GmHKa5' +
  'LWGYZ4cBPrb4WBephOi89DKtVE38rB97u3nh5FISfu5BtgDxBZH0cdRFfpZnHlSbyeMBlPAAgAdY4wGN7AGmYZmDzEHGYTZwh5Uf' +
  'bEBmYm2vFaSHVXM4Nf+AZhHkE9st7vu/UW5imO9Lh1MxU6+qFWlrRHEGiX1kPCT+0+MH1C9SmaUlgvUHUtkG3QdUZ1j0EXHi+sfR' +
  'QW0ishfH80DGZjoqRNEn6xdLQSNPRzi/MojGC1l7IKrBA6nIH8jYeSAll8TYaxXi1bufR3S8X8iv//2Sv+eB+ek2Tb1moMewg4J9' +
  'L93R86yFIQwBfIypHPXnz3YyvLy0BZGG6GU1S/OsepnCgp568ZDyFTg+4yHNfYh5NEokINUNnqF8rzUk+oiOQzq6X7W9bLJS0KyT' +
  'dUO0EokERPN+sdxrNRMkskm00NyGpI0lEssh9qFUNOlKIZIL3LgaiOp2f8YTUlVCyv/9C1hNMk/bHJoXbWz1/ky94trEa3O/9uM4' +
  'hjI6Q6lqYJ6/odTaZasXr14TQ2hjSP4ytpzaqVU+DgpBe2FcxCBqEaeWkfA8iC7mWUpbrMzz4GVqkT5EhmL383Xp3x/xghRwH+7j' +
  'XkH07+MHeMaPy1o5kmvyTKLrCRE3xNiOIvTcrli9L/Lc4BpNs1xRpFt8LGlcIbP7MjW6T2yER+glcnE290kcIWIvU1WdZko3lm8I' +
  'N1QFkSRUPpnz47rGhB7VCnWhcVvkYon7oljvy6xaInPfPK37otXzx5roDqCJgXlEMtTexxK+N8C/WBj6FWmTqBbCffPG83O67yDy' +
  'BoPBYDAYDAaDwWAwGAwGg8FgMBgMi8UaN+H+Nf41pvgIN85tQpNuzI24ITfiJt0Iz004OJL3evtFbtT9MdK0F38M5/4Yg6mZAxkp' +
  'zNML5BacWQpNuSG2M8nHQTeesUpZhVlP/c7r+dGQtH0ZvX6xN5Hhj7sJN+yo9ePs/JDz9Rh2wUN/FN/SaY0bdX+EP4I/DrlxbhMa' +
  'dIPujzDm/ghTbn/En2I+tX7cn9GDjiczM56Ge3IXppFFyw+kJCeX6CfJz2v6egy6MdfvDqQkKOMhqc38vCek3b+A/T/MENwfYjk0' +
  'LnpO2r09pfYuqDeS0T8UTbkxlpwU+UmXjnzSTbg/xIA8EtqH5eW3RqyMSTuRiXPCOfHVrzPDjuJwPDMU5fm/RjTsBpzv9UsLbkdl' +
  'tC8lfWg6sET5ldKIg+tzSZxw2XholnJ0qZkJtzx/QwfV+wOlPvcHWA0acaMpS0MZuwNu0AWP/W5MZ/cuOoL9GXvLi3M//uCw0O8v' +
  'QGPOOWqHnB+PuHh2H0bcPunvT+kNuN/HYggZuf34/WXRoNjpk3ZvZn7fAnr7lulvWPxQXch3ui59zs8PuriSv48fLZvG3AFuB9yP' +
  'Um2gEddbb4rvhn6ECZmfcPtT83Q/8SP0yz1Tv/sRyE+/mxK5YHcoY3/Q+QiG3XBqZtQdPA/nFiu5OJpwfS6ux5hLR+vHfTr+PSa6' +
  'Oxxy1OtzntMvbaC92Ivfw7j7PSA1My56kxn5QKPC73O+txe/tyKi9aF2TOyOZfwO6ngs6o26frc4+4uVOxQN9rDzrxZBA+5fYXG0' +
  'PzWiu3pqx0V/KGNn0B3oaaV/0f5Wh5brbzKj98MM9bsfoheNuz6emZJ5ul+J5w9ob9INy8xe/BADC9g7FE25UdYcE/3hjJ0JN+R+' +
  'iEH3Q4ymZta4EY500nkpkht0sd64+yFGVGK/ZD0l+QXZfZl4DjBnwu3LVGgffrhq9LuLIHodSu2E8+Nhbvfq/LBz7ncxJA9PA470' +
  '+nkcuGMubXc/H+F+F32pGbjfxZGkKTfOHkcl2vGM/37O4wBLrsTPvxQadf8Si6Gs3KRLt+OZ+WHnOVik/UPRhBtw3m7vePpd8DSc' +
  'mnGL9O9WKc4x9wMcmobnSY1kOG5Rdn7A1wlqJ5y3O5XRo7P/BxzV5CItHpwm3QDbGeTj/nmZ7EOf+wH63Q8w7g5E/HHnM+x3vfMd' +
  'cL0rMbGAfCAw/19gHwbcv8DKaf8y9UbdsPOtH4+43tb7XFprcFWiXk36nZ5EzyPx+MACcr+DQfc7OHmI3leLx3v5+M+FBtw/79k/' +
  '8jTijrS/Ppdk3eey2fvZ+VHNr9JvL4qGnG/3HVLyQGpEz7fUToj+sEtLT7gx99uAG3YTLrYxyfzfxrjr7WWc54fdoBtJSTg36haX' +
  '0fgi5Q5OU+J/fIH8fJy0PoPRzBi/y+97vwWifmkD9TvnfgtDGe5vYdJNMm9cZoYzEkOOOPQqbiw1MzrP0uJojZtK+RvJ2KH6e+sj' +
  'y/SwOjR0UO/fX5Am3fexOBpKSdKnD9QOCHcgY2fYjbrvA+772J/iDyzSn8vI7cP3l0X7l6k34QY5gkGJYzQTT5LHgPtNJETva1A7' +
  'Kdyp1Oxvst3fZJ0hnenPyCyF1rhx5+368dg8fzQz4n4T46mZKdGj+CbcXtD7KvE8ve/trY2LJM3vw6Qb5dH4AjHvZ19wZGFoBXkt' +
  'lf5ZhihqasecH4+49PygC9yh1MyU63ex/HBGz4/7XNbfhAv6vh2aJ5F4mB/N0ok+d/pncC5YGstYHHXOURXmZ7By+o0lENxvYDk0' +
  'vEw9+hx2wFHrrUxm7OznY5/7DQykZkZlNCTtYE//e/Ebh4l+fZE05tLjfrc4vRH36ziSROtA7QQf6dV6en6/RD/ohp2X8vL0eT/F' +
  'OinadL35dfSp9iiP97Ok5wxwS58nxnkO9qwTyQ67OAKiXzuCNOkGHbVTzo/HXXp+zE24X8Ow+zVAJINcv4vlR10v60PzuPQ8TO2E' +
  'zEzMk+jPRHJgRfnRdWnAUZ698vseRt2Q+x5G3Pcw7r6HhEZTo4Vo7yLlDk37DilxAN9bRaJ9Te2kxE/vN8XzfTzqd9/DkPBHlpTp' +
  'P10lGnLL0xtfpt6kS/uddP8Uh5Om3DB7GBU/Yxl//W4/vosB913Qp2qj7rvwNO4GuL9fxslMloZderSP2wP47kHIue9i70ElsnRg' +
  'SdKHpiHnLfosnYNbyO9qeP4n6Hf/BEeSBg/hr98NudA7spEth/7xPNrfg9eb0pLDDo7aEefHfS4t3e/+MU5M+kcHpRHn21FpD2Tm' +
  'B90/wmrSwDLt0es/aidFn0bDka1xR5HC0SdwsR7dWcV59Gf8D/F4X2Q5XZdALjOmbyT4CODS/F/FcoieN0l3SvQnM3ZG3Yj7Vf5W' +
  'w5RL643weMIFubQevR/1qxieF9WYcBbS8wSX5Wfz27+E/KgdXzBOOjqXROSWVMl/mKEx9w+xHBpcpt54Rg/z7PS7Xlz63InaCT7u' +
  'n2dnxIWoBkV/H4aWGWOv/LAIW9/BdzDmvsPtPvi2X8aB6J3INMfTeIab1QOP987TWyNywepYRo8+ofsOhlzwgJ7eF09r3CRbmHI+' +
  'y8mUvSFH71N/BweiiLznUTfA40HhDi6Y73A0M+j2HyKePpUmn//gqBF9U4faAefHgy49P+T6ZH5fih/k4f4BjiX6lQwNOueoPcCj' +
  'AdfnfgW9aV9qtBe/ckTpSPtzB6mEp//lpCT6fiK1Y86Ph116fsjB9dLrzf32IYk+76d2yPnxvnkS/e7b6HPfhnMxl9739u2Qm3Df' +
  'xmRqlj49G3Xf5r/fGOWZvfg2xty3+XM6Go+K/JBLe3M8T9IDqRn6vIraQeH62X6V6XP7xUscyYF59hdLUxInfc/u2/y+24HUPH3y' +
  'Rp+90eftPu5vgyTpdbGvq5cbzfgf1iwOZPxNsuaUyE+4byEm+t7Ct9Dvxt2UzhBnMiPXlxl7GprHpfsCaoMfagdVyvHnod8CPdK6' +
  '9PcH1I4LFz399bkxN+bS8ft2QNr9+NaiKMQ35L6FpdCU+A9+DmTmndsns1OuV10C19f3m0rjbj8fv4lh982IT59XUTsl3MnU7Dex' +
  'T9rhDH9Mxv3SDmbmE4k0BT/DGf00DblvYsCl9cZdbHW0px7RSEYPqfymXDaeEPmY6xXnUmmN83bWuG+AiF6H+B7RoJt0U+4bGHH+' +
  '+93fwF7mktwUy406Px6PtIjGHHFo9aeci+boe4dpyTQNusRCzD+4Vkx78Y1VILrq+Hr48YT7BoaiGCY4vz6uxEDEp+sStcPCG+4Z' +
  'd988bqhfkuff70mj7u9jNYj2J7VjYm84Y5f+Lsz36Ju9gTvhVsv/Ymlkmf7mx/n3FqC9qRFdl6idcH487tLSQ27IBcmYP+z+HhZD' +
  'g4uUOxSFKPYtUS8b52L16VMuakd61OXr+DpGXZ/7OvcmpF0Z0es4aqcWsDrC8yPu6/wXK8Shv4v7Oug+iEYhmmFuh1Tbuf2IZwKN' +
  'LTJqt+zsDqy4Jr+MX+Z3jqgFH38ZA9IGOqA9ZGaWRwfwy0eUBtwYx71fxn2ZLPZrb29mdv+y/P3Pxwn1uwF3bEX0S8cE9bmDzw+5' +
  '1fVHf78Z+x3I2B/UMb3yTvj0vhO1dBx2v4TRjB697vkl0IO+AfU/IdC4jPbKGNEc0aCb3yPqz8gdbqLXaL4Ncafnx9yQo2Mi4Yn+' +
  '/o/aPuH2LTLusUXKDfWU+7tLJvr+ILUj7mBSzv1djB9U4uD6K6fJZdp3y9D7RfwiJt24o3aEjzT2bSD63rPvjadmhjJyC5HLyO3H' +
  'Ly6LJt3y9AaXqUfvvyxOMi33C8sken1G7bjz4xGXnqfXXb8AeqRnppj/CxgS7lhGr0/HB1L8IDeUaQONuGEXaweC+wUcSZpwB1Lx' +
  'jkr7NaExN+y+xn8l9zXENC7j/kwbaC8fRzPchLMXXzsoDbqvYTWI1jWONxvRsDuAr6GPc4z5/Yv2fyA1GlpC3P/jKtCgW57emOtj' +
  'TSf6wwvaGUjN9MtoX8/ZhWlomXHS9/9jP3sPKv3zSqPu5xHTAfz8omhK9MakncjYGXV7F2lpcUTvHsTxDmf8DfB8v0siCnH68Vgm' +
  '3kAjbsSRNrhNiL5X6e368f5MPM6FmSG3uAz+zmEheteI2lHnx6ENNMjj/fg7OJDi030WteML6NHvaByOeJdqle53qR0Rvf6M/oAb' +
  'Ys7fxqT72zh6NHqEvdN9PrXD4nc449/puG8Jkf0Pq05Dbnl6I6K3d4F5t4Bd+l4JtaMyP5aR63ermx+dR9QOu175/hzo191+DkTj' +
  '0nqadH1uL7d+PJaa/Tn+RZafw4Dbj0GZOSBWRnk8Ktz9SOsNqZ2BjMUjS7Q/43j6M9EMcvY+03RdfL6hatks9ir3QM+8J6T1+n9r' +
  'Hu3FhIvHo+5vYTlEzyvUjrvedpJx3zI9HF2azET93y+S6H6J2n4Xxun5CZ3NzhwfNLLMqKdY72cx5n4WRJPSBhrIjFdK9LxJ7YjY' +
  'nZhnfz9+FoPuZzGemqHfq6R2al6c+2RMM6Mua5E+r6J2eIE8fH70e46Ty8x0fEl6P7MA0e/NUDvq/HjQZefpSDL9qZkxt5fbwB1x' +
  'vazD/Qz2pjj0vQpqJ0V+OKM35Mac509k/P0MlkNT4m98gTgnJP9EIuh5/yGKiZ7+983Tm09/c1FE189DSw25v4mBlNxitHrRpNvH' +
  '7ajoD2Ts9PEYC1rfK+3gIv0PLTPO4YxeP4//RkTO/Q3Mp/Ge3F40kJKk91eoHRXukOt3aelhGQeJAyl/g4v262lS5IczbaAxR/FR' +
  'jvtSfIPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg2E5uA/9uO8wUD/68Rcj' +
  '6o+OK6X/rie3/6D2+w/a6y27OtH+xUXEtByZ/iXE+t8uKSZ6EGj8E+jHTxynZDg0foLPVKuWwWAwGLLPDyt7XvXPLv2LoGC91xwi' +
  'qYPZQNQzLA6zyKMPfSghhz7MYpb796KBe1FGAUUUUUCOqY/pXnSlNyPtUqkgj+VTFX1o8n5JeEn/v0Qf/jp+uqfmX9PeT+OvRPyf' +
  'Zgt/JSX73+Cv4b9GH/4q/iv8JP7zaOavS4tVuEPNchYe/ziPf5zJI4moztH8OPqih8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgM' +
  'BoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAw' +
  'GAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPB' +
  'YDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwG' +
  'g8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAY' +
  'DAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8Fg' +
  'MBgMBoPBYDAYDAaDwWAwGAxHBj++IB1qfjG02jEt3mvw3Ye+FdvrE0r6hy/3o7P+S1sLt8T6OX542iIUsGUepUE6BoPBYDAYDAaD' +
  'wWAwGAwGg8FgMBgMBoNhJdhyUue+ZRnV2nLMV3KL7UyrrGVoOMn2yxbb28dZvna1OVmqv8XqecxXa4utqJ3FlsVJkfEWW1XL/qRY' +
  'py0rztWe6WyvnszZ2f7Hst4pNhgMyz037AyyiiyuCluszrb3DQaDwXDMXUOP7GunLSfE88aWVazOliO+Z7bYM7nlfwQrajU12FXC' +
  '8rPMTqw7QYPBrggG2wsWrcFgsKuk4XhfrS1HxNOWVbK/5Yh5PxHOCXsvzs5wi9fqYDDYGWCVM9hesOoYDAaDXbcMtqYGw4myn+18' +
  's31mMNiOWlltjq/PjbacxKtl+9pgsKuOXTcNBjujDAbDYs/KI/E6x64JBjvvjreYt+jVodc3jresKMctx2zuW5YRpf2qsOV6/Prc' +
  'ctKs3ZZV/RUbw9HZj1uOqV1vf1+ycD2PzK8u2e+nGwwGu/c0GAx2Nh/715Itx8Bvctr19EhXyV4rGQx27bGVsf1iZ8LJvAq26raf' +
  'DMf22tgaGgwGe9axvA0G25dWSVtvg51tBtsRtofsjDTY2hsOx/oer/+tYIvtdoPhuN3NW+yctP110ldjyzG/CltsTxkMhhP0HD7Z' +
  'v4Vo12CrmK2XwdbYXr3aLjAYjtz+3GL717Doq5j9ppI995zcFbMaG+zsPrErs+Wg/C0nRZ0OJTt3VDKYOwk8Hl3MrWod5pYpMXfc' +
  '1MVglTGcnDttbpmx2Rlje8pqbTAYDHbds2urPWsYDMfb+Td3kuR5dK5RcydAXY7fCOaOaz9zJ9C5ZTAcL3vqRDyb7dw12NXCzgeD' +
  'XW0Xm8OcnSW2f4/yjrcdaDAYDCt5Hj9SV2L7ZqfBYFj+NWfuOMnPrknLz3ruGInDYDgRXnsbTrRVsj1g56jBdtfBuXN2vlnehuOo' +
  '6nNWOYNVz2D7wVbJ9oHBcAK8DrMrmuHkXjP7pR/bHVadoxG5razh8O5r22EGg+HYvLrNrZqlY/XZ90R5jl+9V9NzRzzKY//Zc25J' +
  '8/acbq9V7E7P9o3tIDsHVq8mc0scnwgrMXfCru+cVdTOfCuBwWAwHKHrqV1xDQa7XzIYbPdZfY/3DOdshewMMVitDQY7rwwGg8Fg' +
  'V+wTuj5H6nt09n+NViZt586Je5bPHaNxHd97ce4k31UGq5bB9pDB1syqajCcXOfcnJ3FdtUzGAwGgz3PGAwGg8FgMBgMBoPBYDAY' +
  'DAaDwWAwGAyrgIV/tXDuEBws8nsucz2lF7I+tyTrvaJZzt9pzB3UypH7rs7csrIyGAwGg8FgMBgMBoPBYDAYDAaDwWAwGAwGg8Fg' +
  'MBgMBoPBYDAYDAaDwWAwGAwGg8FgMJwYsL8pNRgMBoPBYDAYDAaDwWAwGAwGg8FgMCwH9jmTwWAw2BXeYLAzwGAwGAwGg8FgMBgM' +
  'BoPBYDAYDAaDwWAwGAwGg8FwImDukNw5Pc4dUiorM7cor3NLim3psR/M0twSKrWYOJfmfamrE8cw3/rcIrzNHcL+4is7t4o7cO4w' +
  '7+djy+JKvc4tadf+Rw==';
