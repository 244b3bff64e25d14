exports.count = 1
