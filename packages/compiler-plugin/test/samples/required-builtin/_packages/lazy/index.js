exports.lazy = function (x) { return require('zlib').gzipSync(x) }
